"""What a program in xterm reads from its terminal."""
import codecs
import os
import select
import subprocess
import tempfile
from sink import Talk

pipe = os.path.join(tempfile.mkdtemp(), "pipe")
os.mkfifo(pipe)
reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
xterm = subprocess.Popen(["xterm", "-u8", "-geometry", "100x30", "-e", "sh", "-c",
                          'stty -icanon -echo; echo ready >"$0"; exec cat >"$0"', pipe], stdin=subprocess.DEVNULL)
keeper = os.open(pipe, os.O_WRONLY)
decoder = codecs.getincrementaldecoder("utf-8")("replace")
text, ready = "", False


def get():
    return text


def clear():
    global text
    text = ""


talk = Talk(get, clear)
while True:
    readable = select.select([0, reader], [], [])[0]
    if reader in readable:
        text += decoder.decode(os.read(reader, 65536))
        if not ready and "ready\n" in text:
            ready, text = True, ""
            talk.say("ready")
        talk.changed(len(text))
    if 0 in readable:
        talk.readable()
