"""Requests about seats and hosts, in every order of their steps, compared with one after another."""
