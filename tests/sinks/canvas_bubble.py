"""Says at its edge where what is under the pointer leads to, as a browser."""
BUBBLE = True
import canvas  # noqa
