"""Stimuli for studies with people, and the results of such studies."""
