"""The console on a pseudo terminal: keys in, bytes out, and what they leave on the screen."""
import fcntl, os, pty, re, select, signal, struct, termios, time

REINS = os.environ["REINS_BIN"]


class Console:
    def __init__(self, *words, rows=36, columns=120):
        self.rows, self.columns = rows, columns
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="", LINES=str(rows), COLUMNS=str(columns))
            os.execv(REINS, [REINS, *words])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen = Screen(rows, columns)

    def read(self, timeout):
        ready, _, _ = select.select([self.fd], [], [], timeout)
        if not ready:
            return b""
        try:
            return os.read(self.fd, 65536)
        except OSError:
            return b""

    def until(self, words, timeout=30):
        end, got = time.monotonic() + timeout, b""
        while words not in got and time.monotonic() < end:
            got += self.read(0.1)
        return words in got

    def drain(self, quiet):
        got = self.read(quiet)
        while got:
            self.screen.feed(got)
            got = self.read(quiet)

    def key(self, text):
        os.write(self.fd, text)

    def shows(self, keys, pattern, without=None, timeout=60):
        """ms from the keys until the screen has that, and those words not: when its bytes came, however long it takes to read them
        here."""
        began, end = time.monotonic(), time.monotonic() + timeout
        self.key(keys)
        wanted, came = re.compile(pattern), None
        while time.monotonic() < end:
            got = self.read(0.005 if came else 0.2)
            if came and not got:
                return (came - began) * 1000  # and nothing came behind it that changes that
            now = time.monotonic()
            self.screen.feed(got)
            text = self.screen.text() if got else ""
            there = wanted.search(text) and not (without and without in text)
            came = (came or now) if there else None
        raise SystemExit(f"  {pattern} did not come:\n{self.screen.text()}")

    def memory_kb(self, what="VmRSS"):
        with open(f"/proc/{self.pid}/status") as f:
            return int(re.search(what + r":\s+(\d+)", f.read()).group(1))

    def close(self):
        self.key(b"Q")
        end = time.monotonic() + 20
        while time.monotonic() < end:
            self.read(0.05)
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return
            self.key(b"q")
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


class Screen:
    """As much of a terminal as ncurses asks of xterm-256color."""
    TOKEN = re.compile(r"\x1b\[([?>=]?)([0-9;]*)([@-~])|\x1b[()][A-Z0-9]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[=>78cM]|[\r\n\b\x0f\x0e]"
                       r"|[^\x00-\x1f\x1b]+")

    def __init__(self, rows, columns):
        self.rows, self.columns, self.left = rows, columns, b""
        self.lines = [[" "] * columns for _ in range(rows)]
        self.y = self.x = 0
        self.top, self.bottom, self.last = 0, rows - 1, " "

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)

    def feed(self, data):
        data = self.left + data
        text = data.decode("utf-8", "ignore")
        cut = text.rfind("\x1b")  # a sequence that is not whole yet waits for its rest
        if cut >= 0 and len(text) - cut < 40 and not self.TOKEN.match(text, cut):
            self.left = text[cut:].encode()
            text = text[:cut]
        else:
            self.left = b""
        for token in self.TOKEN.finditer(text):
            self.take(token)

    def scroll(self, n, first):
        for _ in range(abs(n)):
            if n > 0:
                del self.lines[first]
                self.lines.insert(self.bottom, [" "] * self.columns)
            else:
                del self.lines[self.bottom]
                self.lines.insert(first, [" "] * self.columns)

    def put(self, text):
        for c in text:
            if self.x >= self.columns:
                self.x, self.y = 0, min(self.y + 1, self.rows - 1)
            self.lines[self.y][self.x] = self.last = c
            self.x += 1

    def take(self, token):
        whole, final = token.group(0), token.group(3)
        if whole == "\r":
            self.x = 0
        elif whole == "\n":
            if self.y == self.bottom:
                self.scroll(1, self.top)
            else:
                self.y += 1
        elif whole == "\b":
            self.x = max(0, self.x - 1)
        elif final and not token.group(1):
            self.control(final, [int(n) if n else 0 for n in token.group(2).split(";")])
        elif whole[0] != "\x1b" and whole[0] not in "\x0f\x0e":
            self.put(whole)

    def control(self, final, n):
        one = max(1, n[0])
        if final == "H":
            self.y, self.x = min(one, self.rows) - 1, max(1, n[1] if len(n) > 1 else 1) - 1
        elif final in "ABCDGd":
            move = {"A": (-one, 0), "B": (one, 0), "C": (0, one), "D": (0, -one)}.get(final, (0, 0))
            self.y, self.x = self.y + move[0], self.x + move[1]
            if final == "G":
                self.x = one - 1
            elif final == "d":
                self.y = one - 1
        elif final == "K":
            first, last = (0, self.x + 1) if n[0] == 1 else (self.x if n[0] == 0 else 0, self.columns)
            self.lines[self.y][first:last] = [" "] * (last - first)
        elif final == "J":
            for y in range(self.y if n[0] == 0 else 0, self.rows):
                first = self.x if y == self.y and n[0] == 0 else 0
                self.lines[y][first:] = [" "] * (self.columns - first)
        elif final == "X":
            self.lines[self.y][self.x:self.x + one] = [" "] * min(one, self.columns - self.x)
        elif final == "b":
            self.put(self.last * one)
        elif final == "r":
            self.top, self.bottom = max(1, n[0]) - 1, (n[1] if len(n) > 1 and n[1] else self.rows) - 1
            self.y = self.x = 0
        elif final in "SLTM":
            self.scroll(one if final in "SM" else -one, self.y if final in "LM" else self.top)
        elif final == "P":
            line = self.lines[self.y]
            del line[self.x:self.x + one]
            line.extend([" "] * (self.columns - len(line)))
        elif final == "@":
            line = self.lines[self.y]
            line[self.x:self.x] = [" "] * one
            del line[self.columns:]
