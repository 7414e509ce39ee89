"""A model that is a server: it sees the bytes of a request alone, in the form of OpenAI's chat completions."""
import http.server, json, re, threading


class Prompt:
    """The sections of a prompt."""

    def __init__(self, text):
        self.text = text
        self.sections = {head: rest.strip() for head, rest in re.findall(r"^## (.*)\n((?:(?!## ).*\n?)*)", text, re.M)}

    def section(self, begin):
        return next((text for head, text in self.sections.items() if head.startswith(begin)), "")

    def marks(self):
        """(number, kind, name, x, y) of each element, as they lie on the screen."""
        found = re.findall(r'^> (\d+) (.*?)(?: "(.*)")? (\d+),(\d+)$', self.section("Numbered elements"), re.M)
        return sorted(((int(n), kind, name, int(x), int(y)) for n, kind, name, x, y in found), key=lambda m: (m[4], m[3]))


class Request(Prompt):
    """What a model is told: its prompt, the fields that it is to fill in, and its pictures in their order, as data: addresses."""

    def __init__(self, body):
        root = json.loads(body)
        self.body, self.model = body, root["model"]
        self.module = root["response_format"]["json_schema"]["name"]
        self.fields = root["response_format"]["json_schema"]["schema"]["properties"]
        parts = [p for m in root["messages"] for p in (m["content"] if isinstance(m["content"], list) else
                                                       [{"type": "text", "text": m["content"]}])]
        super().__init__("\n".join(p["text"] for p in parts if p["type"] == "text"))
        self.pictures = [p["image_url"]["url"] for p in parts if p["type"] == "image_url"]


class Server(http.server.ThreadingHTTPServer):
    def __init__(self, model):
        super().__init__(("127.0.0.1", 0), Answer)
        self.model = model
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Answer(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def do_POST(self):
        said = self.server.model.answer(Request(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        text = json.dumps({"choices": [{"message": {"content": json.dumps(said)}, "finish_reason": "stop"}],
                           "usage": {"prompt_tokens": 1000, "completion_tokens": 50}}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)
