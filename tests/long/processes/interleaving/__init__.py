"""Requests about people, in every order in which their steps can fall, held against a model."""
