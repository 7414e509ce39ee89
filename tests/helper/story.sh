# Sourced, after tmux.sh, by tests of a skill's life: an editor shows an instruction (hold Tab to view your weapons), its profile
# reads it, and a scripted model makes a draft of view_weapons of it. $own is the file of that skill.
mkdir -p "$XDG_CONFIG_HOME/reins/apps" "$XDG_DATA_HOME/reins/skills/story"
own=$XDG_DATA_HOME/reins/skills/story/view_weapons.lua
printf '\n\n\n   hold [Tab] to view your stored weapons\n' >"$HOME/help.txt"
cat >"$XDG_CONFIG_HOME/reins/apps/story.ini" <<INI
[profile]
app=xedit -fn 10x20 -xrm '*font: 10x20' -geometry 600x360+0+0 $HOME/help.txt
window=^Xedit$
skills=story
wm=none
[region text]
x=20
y=180
width=560
height=26
scale=3
INI
printf '[brain weapons]\nkind=lua\nscript=%s\n' "$REINS_SOURCE/tests/e2e/brains/weapons.lua" >"$XDG_CONFIG_HOME/reins/reins.ini"

# story_text NAME KEY: the text of a skill that presses that key
story_text() { printf -- '--- Views the weapons.\nfunction %s()\n    key.press("%s")\nend\n' "$1" "$2"; }
# story_start NAME WIDTHxHEIGHT COLORTERM: the run, in a pane
story_start() {
    screen_start "$1" "$2" xterm-256color "$3" \
        "$REINS_BIN run --sandbox 640x400 --profile story --brain weapons 'view the weapons'"
}
