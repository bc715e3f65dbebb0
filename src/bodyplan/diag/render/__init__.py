"""Renderers: the same findings for people, programs and services."""
