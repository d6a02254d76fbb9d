"""Tests of LAN hosting: addresses, the host name, the local CA, and the host's page."""
