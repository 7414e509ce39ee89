#!/usr/bin/env python3
"""Reads a folder in the layout of the ScreenAgent dataset, knowing only what was published of it: its files, its fields, its
actions, the tolerant parser of its client. Nothing of reins is imported or known. Says what it found as one JSON object; the first
thing that does not fit ends it with 1."""
import glob, json, os, re, struct, sys

COMMON = {"session_id", "task_prompt", "send_prompt", "status", "current_task", "video_width", "video_height", "saved_image_name",
          "actions", "task_prompt_en", "task_prompt_zh", "send_prompt_en", "send_prompt_zh", "LLM_response_editer_en",
          "LLM_response_editer_zh"}
TOLD = {"earlier", "brain", "theme", "category", "outcome"}  # of ours beside: answers not taken, whose answer it is, and what the run is tagged with
POSITIVE = COMMON | {"LLM_response", "LLM_response_editer"}
ATTRIBUTES = {
    "MouseAction": {"mouse_action_type", "mouse_button", "mouse_position", "scroll_repeat", "clickable_area"},
    "KeyboardAction": {"keyboard_action_type", "keyboard_key", "keyboard_text"},
    "WaitAction": {"wait_time"}, "PlanAction": {"element"}, "EvaluateSubTaskAction": {"situation", "advice"}}
BOOKKEEPING = {"action_type", "action_time", "before_action_obs", "after_action_obs", "request_id"}
MOUSE = {"down", "up", "scroll_up", "scroll_down", "move", "drag", "click", "double_click"}
STAMP = re.compile(r"\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d-\d{6}")


def expect(holds, what):
    if not holds:
        print(what, file=sys.stderr)
        sys.exit(1)


def size_of(path):
    data = open(path, "rb").read()
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", data[16:24]), "png"
    expect(data[:2] == b"\xff\xd8", path + ": neither JPEG nor PNG")
    at = 2
    while at < len(data):
        kind, length = data[at + 1], struct.unpack(">H", data[at + 2:at + 4])[0]
        if 0xC0 <= kind <= 0xC3:
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return (width, height), "jpg"
        at += 2 + length
    expect(False, path + ": a JPEG without a size")


def point(p):
    return isinstance(p, dict) and set(p) == {"width", "height"} and all(isinstance(p[k], int) for k in p)


def check_action(a, where):
    kind = a.get("action_type")
    expect(kind in ATTRIBUTES, f"{where}: action_type {kind}")
    expect(set(a) <= ATTRIBUTES[kind] | BOOKKEEPING, f"{where}: attributes {set(a)}")
    if kind == "MouseAction":
        expect(a["mouse_action_type"] in MOUSE, f"{where}: {a}")
        expect(a.get("mouse_button", "left") in ("left", "middle", "right"), f"{where}: {a}")
        expect("mouse_position" not in a or point(a["mouse_position"]), f"{where}: {a}")
        if "clickable_area" in a:
            u, l = a["clickable_area"]["upper_left_position"], a["clickable_area"]["lower_right_position"]
            p = a["mouse_position"]
            expect(point(u) and point(l) and u["width"] <= p["width"] <= l["width"] and
                   u["height"] <= p["height"] <= l["height"], f"{where}: {a}")
    if kind == "KeyboardAction":
        expect(a["keyboard_action_type"] in ("down", "up", "press", "text"), f"{where}: {a}")
        expect(("keyboard_text" in a) == (a["keyboard_action_type"] == "text"), f"{where}: {a}")
    if kind == "EvaluateSubTaskAction":
        expect(a["situation"] in ("sub_task_success", "need_retry", "need_reformulate"), f"{where}: {a}")
    return kind


def parse(reply):
    """As the published client does: the whole, else each fence, else each of its lines."""
    reply = reply.replace("\\_", "_")
    found = []
    def take(text):
        value = json.loads(text)
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, dict) and item.get("action_type") in ATTRIBUTES and \
               set(item) <= ATTRIBUTES[item["action_type"]] | BOOKKEEPING:
                found.append(item)
    try:
        take(reply)
        return found
    except ValueError:
        pass
    for block in re.findall(r"```json(.*?)```", reply, re.S):
        try:
            take(block)
        except ValueError:
            for line in block.splitlines():
                try:
                    take(line)
                except ValueError:
                    pass
    return found


def stage_of(actions):
    kinds = {a["action_type"] for a in actions}
    return "planning" if "PlanAction" in kinds else "evaluating" if "EvaluateSubTaskAction" in kinds else "acting"


def without_label(a):
    return {k: v for k, v in a.items() if k not in BOOKKEEPING - {"action_type"} and k != "clickable_area"}


def main(root):
    told = {"sessions": 0, "planning": 0, "acting": 0, "evaluating": 0, "neg_plan": 0, "neg_eval": 0, "edited": 0, "boxes": 0,
            "after": 0, "jpg": 0, "png": 0, "tasks": [], "typed": [], "clicks": []}
    positives = {}
    files = sorted(glob.glob(os.path.join(root, "*", "*.json")))
    expect(files, "no records")
    told["sessions"] = len({os.path.dirname(f) for f in files})
    for path in files:
        name, session = os.path.basename(path), os.path.dirname(path)
        r = json.load(open(path))
        negative = re.search(r"_neg_(plan|eval)", name)
        stamp = STAMP.match(name)
        expect(stamp, path + ": its name has no time")
        expect(set(r) - TOLD <= (COMMON if negative else POSITIVE), f"{path}: {set(r) - POSITIVE}")
        expect((COMMON if negative else POSITIVE) - {"current_task"} <= set(r), f"{path}: {POSITIVE - set(r)} missing")
        expect(r["session_id"] == os.path.basename(session), path + ": session_id")
        size, form = size_of(os.path.join(session, "images", r["saved_image_name"]))
        expect(size == (r["video_width"], r["video_height"]), path + ": the picture has another size")
        told[form] += 1
        for i, a in enumerate(r["actions"]):
            check_action(a, f"{path}: action {i}")
        if negative:
            of = positives.get(stamp.group())
            expect(of, path + ": made of nothing")
            told["neg_" + negative.group(1)] += 1
            expect(parse(r["LLM_response_editer_en"]) == r["actions"], path + ": the reply is not its actions")
            if negative.group(1) == "eval":
                expect(r["send_prompt"] == of["send_prompt"] and r["saved_image_name"] != of["saved_image_name"],
                       path + ": not the same question on another picture")
                expect(r["actions"][0]["situation"] == "need_retry", path + ": " + str(r["actions"]))
            else:
                expect(all(a["action_type"] == "PlanAction" for a in r["actions"]) and r["actions"], path + ": no plan")
                expect(r["saved_image_name"] == of["saved_image_name"], path + ": another picture than the middle's")
            continue
        positives[stamp.group()] = r
        expect(r["saved_image_name"].startswith(stamp.group()), path + ": another picture than its own")
        expect(r["status"] == stage_of(r["actions"]) or not r["actions"], path + ": status")
        told[r["status"]] += 1
        told["edited"] += r["LLM_response"] != r["LLM_response_editer"]
        expect([without_label(a) for a in parse(r["LLM_response_editer"])] == [without_label(a) for a in r["actions"]],
               path + ": LLM_response_editer says other actions")
        for a in r["actions"]:
            told["boxes"] += "clickable_area" in a
            told["after"] += "after_action_obs" in a
            for key in ("before_action_obs", "after_action_obs"):
                if key in a:
                    expect(os.path.isfile(os.path.join(session, "images", a[key])), f"{path}: {a[key]}")
            if "keyboard_text" in a:
                told["typed"].append(a["keyboard_text"])
            if a.get("mouse_action_type") == "click":
                told["clicks"].append([a["mouse_position"]["width"], a["mouse_position"]["height"]])
        if r["status"] == "acting":
            told["tasks"].append(r["current_task"])
    print(json.dumps(told, ensure_ascii=False))


main(sys.argv[1])
