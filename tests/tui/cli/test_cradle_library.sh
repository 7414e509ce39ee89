#!/usr/bin/env bash
# A whole library of the Cradle release, of a size and kind as it ships there (48 skills of a game and of desktop programs, each
# with its pickle and its embedding), is imported by the program itself: nothing is loaded, nothing is lost without a word.
set -u
reins=${REINS_BIN:?}
bad=0
box=$(mktemp -d) || exit 1
. "$(dirname "$0")/../../helper/json.sh"
trap 'json_end; rm -rf "$box"' EXIT
export XDG_CONFIG_HOME=$box/config XDG_DATA_HOME=$box/data
cd "$box" || exit 1

that() {
    local name=$1
    shift
    if "$@"; then echo "ok $name"; else echo "not ok $name: $*"; bad=1; fi
}
# field NAME PYTHON-EXPRESSION COMMAND…: of the JSON document `d` that it prints (- = printed last), and of `kinds`, as the
# library was made
names="kinds = json.load(open('$box/kinds.json'))
by = {s['name']: s for s in (d.get('skills', []) if isinstance(d, dict) else d)}"
field() {
    local name=$1 holds=$2
    shift 2
    [ "$1" = - ] || "$reins" skills --json "$@" >out.json 2>err.txt </dev/null
    if json_holds "$box/out.json" "$holds" "$names"; then
        echo "ok $name"
    else
        echo "not ok $name: $holds of $*: $REPLY: $(head -c 1500 out.json) $(head -c 300 err.txt)"
        bad=1
    fi
}

# kinds: exact = every line has a call of ours; rest = a person or a model rewrites it; ships = a skill of that name ships.
python3 - <<'P'
import base64, json, os, struct
lib, kinds = {}, {}

def skill(kind, name, params, doc, body, args=None, coded_only=False):
    lines = ["@register_skill(\"%s\")" % name, "def %s(%s):" % (name, params), '    """', "    " + doc, ""]
    if args:
        lines += ["    Parameters:"] + ["    - %s: %s" % pair for pair in args]
    lines += ['    """'] + ["    " + line for line in body] + [""]
    code = "\n".join(lines)
    entry = {"skill_name": name, "skill_function": os.urandom(700).hex(),
             "skill_embedding": base64.b64encode(struct.pack("<1536d", *[.001 * len(lib)] * 1536)).decode(), "skill_code": code,
             "skill_code_base64": base64.b64encode(code.encode()).decode()}
    if coded_only:
        del entry["skill_code"]
    lib[name] = entry
    kinds[name] = kind

WAIT = "post_skill_wait(config.DEFAULT_POST_ACTION_WAIT_TIME)"
XY = [("x", "The abscissa in the game's window."), ("y", "The ordinate in the game's window.")]
# what presses one key of the menu and waits
for name, key, doc in [("open_map", "m", "Opens the map."), ("close_map", "esc", "Closes the map."),
        ("open_index", "space", "Opens the index of the map."), ("close_index", "esc", "Closes the index."),
        ("select_next_index_object", "right", "Goes to the next place in the index."),
        ("select_previous_index_object", "left", "Goes to the place before in the index."),
        ("confirm_selection", "enter", "Takes what is selected."), ("view_next_page", "]", "Turns the page."),
        ("view_previous_page", "[", "Turns the page back."), ("hide_info", "f", "Hides the description."),
        ("view_info", "f", "Shows the description."), ("open_journal", "j", "Opens the journal."),
        ("open_chatbox", "t", "Opens the chat."), ("mount_horse", "e", "Mounts the horse that is near."),
        ("dismount_horse", "e", "Gets off the horse."), ("drop_item_key", "q", "Drops what is held.")]:
    skill("exact", name, "", doc, ["io_env.key_press('%s')" % key, WAIT])
for name, key in [("walk_north", "w"), ("walk_south", "s"), ("walk_west", "a"), ("walk_east", "d")]:
    skill("exact", name, "duration=0.1", "Walks that way.", ["io_env.key_hold('%s', duration)" % key, WAIT],
          [("duration", "How long, in seconds. The default value is 0.1.")])
skill("exact", "add_waypoint", "", "Sets a way point at the middle of the map.", ["io_env.key_press('enter')", "time.sleep(0.3)"])
skill("exact", "sell_one_product", "", "Sells one.", ["io_env.mouse_click_button('right')", WAIT])
skill("exact", "aim_at", "x, y", "Aims at a place.",
      ["io_env.mouse_move(x, y)", "io_env.mouse_hold_button(\"right mouse button\")"], XY)
skill("exact", "pick_tool", "x, y", "Takes a tool of the bar.",
      ["io_env.mouse_move(x, y)", "io_env.mouse_click_button(\"left mouse button\")", "time.sleep(1)"], XY)
skill("exact", "place_line", "x1, y1, x2, y2", "Lays a line from one place to the other.",
      ["io_env.mouse_move(x1, y1)", "io_env.mouse_click_button('left')", "io_env.mouse_move(x2, y2)",
       "io_env.mouse_click_button('left')"],
      [("x1", "From where."), ("y1", "From where."), ("x2", "To where."), ("y2", "To where.")])
skill("exact", "go_to_mail_view", "", "Goes to the mail.", ["io_env.key_press('ctrl, 1')"])
skill("exact", "go_to_calendar_view", "", "Goes to the calendar.", ["io_env.key_press('ctrl, 2')"])
skill("exact", "write_note", "text", "Writes a note. Grüße!", ["io_env.keys_type(text)"], [("text", "What to write.")])
skill("exact", "give_price", "price", "Says a price.",
      ["io_env.keys_type(price)", "io_env.key_press('enter')"], [("price", "The price, as a text.")])
skill("exact", "unfold_and_mark", "", "Opens the map and marks the place.",
      ["open_map()", "add_waypoint()", "close_map()"])
skill("exact", "coded", "", "Only its base64 is there.", ["io_env.key_press('enter')"], coded_only=True)
# what has more in it than calls
skill("rest", "do_three_times", "", "Does it three times.",
      ["for _ in range(3):", "    io_env.key_press('x')", "    time.sleep(0.1)"])
skill("rest", "fight_on", "", "Fights.",
      ["counter = 0", "while counter < 7:", "    io_env.key_press('f')", "    counter += 1"])
skill("rest", "go_through", "door", "Goes through a door.",
      ["if door == 'left':", "    walk_west(2)", "else:", "    walk_east(2)"],
      [("door", "left or right")])
skill("rest", "follow_someone", "", "Follows.", ["import cv2", "frame = capture_screen()", "turn_to(find_circle(frame))"])
skill("rest", "buy_some", "item_name, item_count=10", "Buys.",
      ["x, y = config.items[item_name]", "io_env.mouse_move(x, y)",
      "[io_env.mouse_click_button('left') for _ in range(item_count)]"], [("item_name", "Which."), ("item_count", "How many.")])
skill("rest", "get_second", "event", "Asks the model.",
      ["return llm_provider.ask(f'when does {event} happen?')"], [("event", "What.")])
skill("rest", "read_all", "", "Opens a file.", ["with open('/etc/passwd') as f:", "    return f.read()"])
skill("rest", "go_back", "", "Goes back or fails.",
      ["try:", "    io_env.key_press('esc')", "except Exception as e:", "    logger.error(e)"])
# names that ship, and one that Lua cannot have
skill("ships", "turn", "theta", "Turns.", ["io_env.mouse_move_horizontal_angle(theta)"], [("theta", "Degrees.")])
skill("ships", "click_at_position", "x, y, mouse_button", "Clicks.",
      ["io_env.mouse_move(x, y)", "io_env.mouse_click_button(mouse_button)"],
      XY + [("mouse_button", "Which.")])
skill("ships", "type_text", "text", "Types.", ["io_env.keys_type(text)"], [("text", "What.")])
skill("refused", "repeat", "", "Again.", ["io_env.key_press('enter')"])
lib["only_pickled"] = {"skill_name": "only_pickled", "skill_function": "80049530"}
kinds["only_pickled"] = "refused"
json.dump(lib, open("skill_lib.json", "w"), indent=2)
json.dump(kinds, open("kinds.json", "w"))
P
that the_file__is_of_a_real_size test "$(stat -c %s skill_lib.json)" -gt 700000

field all__come_as_drafts_or_are_refused_by_name \
    'set(by) == {n for n in kinds if kinds[n] != "refused"} and all(s["stage"] == "draft" for s in by.values())
     and len(d["refused"]) == 2 and all(any(n in r for r in d["refused"]) for n in kinds if kinds[n] == "refused")' \
    import skill_lib.json
field exact__nothing_is_lost_but_the_wait \
    'all("left out" in l for n, s in by.items() if kinds[n] == "exact" for l in s["lost"])
     and [n for n, s in by.items() if kinds[n] == "exact" and s["errors"]] == ["unfold_and_mark"]' -
field what_uses_another__says_that_it_is_not_there_yet 'any("open_map" in e for e in by["unfold_and_mark"]["errors"])' -
field rest__says_line_by_line_what_was_not_carried_over \
    'all(s["lost"] and s["errors"] for n, s in by.items() if kinds[n] == "rest")
     and any("cv2" in l for l in by["follow_someone"]["lost"]) and any("/etc/passwd" in l for l in by["read_all"]["lost"])' -
field ships__is_said_before_it_can_be_accepted \
    'all(any("protected" in e for e in s["errors"]) for n, s in by.items() if kinds[n] == "ships")' -
field nothing__is_loaded '{s["layer"] for s in d} == {"shipped"}' list
field every_draft__is_listed \
    'len(d) == len([n for n in kinds if kinds[n] != "refused"]) and all(s["author"] == "import" for s in d)' list --drafts
field a_word_of_the_documentation__finds_it '"go_to_calendar_view" in by' list --drafts calendar

# what is exact can be looked at, accepted and used by another of them; the rest cannot be accepted before it is rewritten
field preview__of_an_exact_one '[e["type"] for e in d["timeline"]].count("button_down") == 2' \
    preview place_line x1=10 y1=20 x2=30 y2=40
"$reins" skills list --drafts --json >out.json
json_value "$box/out.json" '" ".join(sorted(by))' "$names" # unfold_and_mark comes after those that it uses
accepted=0
for name in $REPLY; do
    if "$reins" skills accept "$name" >/dev/null 2>&1 </dev/null; then accepted=$((accepted + 1)); fi
done
json_value "$box/kinds.json" 'sum(k == "exact" for k in d.values())'
that accept__takes_the_exact_ones_and_no_other test "$accepted" -eq "$REPLY"
field what_uses_another__works_when_both_are_there '[e["type"] for e in d["timeline"]].count("key_down") == 3' \
    preview unfold_and_mark
exit $bad
