"""Tests of LAN hosting: addresses, host name, local certificate authority, and the host's page."""
