"""SDL 2 text input, as a game asks for it: a loop of 60 turns a second."""
import ctypes
import select
from sink import Talk

sdl = ctypes.CDLL("libSDL2-2.0.so.0")
SDL_FOCUS_GAINED, SDL_WINDOWEVENT, SDL_KEYDOWN, SDL_TEXTINPUT = 12, 0x200, 0x300, 0x303
KEYS = {13: "\n", 9: "\t"}
chars = []
talk = Talk(lambda: "".join(chars), chars.clear)
if sdl.SDL_Init(0x20):
    raise SystemExit("sdl: no display")
sdl.SDL_CreateWindow.restype = ctypes.c_void_p
window = sdl.SDL_CreateWindow(b"sdl", 0, 0, 600, 400, 4)
sdl.SDL_StartTextInput()
event = ctypes.create_string_buffer(128)
while True:
    while sdl.SDL_PollEvent(event):
        kind = int.from_bytes(event.raw[0:4], "little")
        if kind == SDL_TEXTINPUT:
            chars.extend(event.raw[12:44].split(b"\0")[0].decode("utf-8", "replace"))
        elif kind == SDL_KEYDOWN and int.from_bytes(event.raw[20:24], "little") in KEYS:
            chars.append(KEYS[int.from_bytes(event.raw[20:24], "little")])
        elif kind == SDL_WINDOWEVENT and event.raw[12] == SDL_FOCUS_GAINED:
            talk.say("ready")
    talk.changed(len(chars))
    if select.select([0], [], [], 1 / 60)[0]:
        talk.readable()
