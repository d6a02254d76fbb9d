"""Tests of LAN hosting: addresses, the host name, the local certificate authority (CA), and the host's
page.
"""
