"""What the image of the fleet is made of, the list of it (SPDX), and the checks of both and of the Compose file."""
