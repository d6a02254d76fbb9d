"""LAN hosting: the addresses, host name and certificates with which phones reach this computer."""
