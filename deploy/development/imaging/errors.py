"""What can go wrong while an image is made or checked."""


class ImageError(Exception):
    """Says what was expected and what came."""
