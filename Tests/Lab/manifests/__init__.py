"""Checks the manifests of deploy/kubernetes without a cluster. `manifests` renders and validates them, `code` says what the
programs of this tree know, `agreement` compares both, `selfcheck` shows that mistakes are found.
"""
