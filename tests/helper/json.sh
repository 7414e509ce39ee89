# JSON documents in test scripts, looked at by Python expressions: one process for all of a script. Sourced; json_end at the end.

coproc JSON {
    exec /usr/bin/python3 -IS -c '
import json, os
def words():
    rest = b""
    while data := os.read(0, 65536):
        *whole, rest = (rest + data).split(b"\0")
        yield from (word.decode() for word in whole)
asked = words()
for file in asked:
    prepare, expression = next(asked), next(asked)
    try:
        names = {"json": json, "d": json.load(open(file))}
        exec(prepare, names)
        said = str(eval("(" + expression + ")", names))
    except Exception as e:
        said = "%s: %s" % (type(e).__name__, e)
    print(said.replace("\n", " "), flush=True)'
}

# json_value FILE EXPRESSION [PREPARE]: $REPLY is what the expression says of the document `d` in FILE, or why it says nothing.
# PREPARE: statements before it.
json_value() {
    printf '%s\0%s\0%s\0' "$1" "${3:-}" "$2" >&"${JSON[1]}"
    IFS= read -r REPLY <&"${JSON[0]}"
}

# json_holds FILE EXPRESSION [PREPARE]: it is true; $REPLY has why not.
json_holds() {
    json_value "$1" "bool($2)" "${3:-}"
    [ "$REPLY" = True ]
}

json_end() {
    [ -n "${JSON_PID:-}" ] || return 0
    exec {JSON[1]}>&-
    wait "$JSON_PID" 2>/dev/null
}
