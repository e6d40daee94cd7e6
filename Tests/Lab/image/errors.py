"""What can go wrong while an image is made or checked."""


class ImageError(Exception):
    """Has the expected and the actual value."""
