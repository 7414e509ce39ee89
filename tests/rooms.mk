# The rooms: what each may include and call, itself always. A room's tests are linked with no more than these (rules.mk), and
# tests/lint holds includes (lint.awk) and calls (calls.sh) to the same lines. One way: no room is above and below another.
# engine/agents/x: each agent's folder. `memory`: its public headers; what is in its own rooms is below.
SKILLS := skills/dryrun skills/library skills/lua skills/worker skills/timeline
LOW := engine/agents engine/modules engine/brain engine/gate engine/recall engine/eye engine/world engine/picture engine/protocol $(SKILLS) memory config
USES_config :=
USES_memory := config
USES_memory_port := memory config
USES_memory_sqlite := memory/port memory config
USES_memory_chain := memory/port memory config
USES_memory_find := memory/port memory config
USES_memory_archive := memory/chain memory/port memory config
USES_skills_timeline := config
USES_skills_worker := skills/timeline config
USES_skills_lua := skills/worker skills/timeline config
USES_skills_library := skills/lua skills/worker skills/timeline config
USES_skills_dryrun := skills/library skills/lua skills/worker skills/timeline config
USES_engine_protocol := engine/picture config $(SKILLS)
USES_engine_world := engine/picture config
USES_engine_display := engine/world engine/picture config $(SKILLS)
USES_engine_picture := config $(SKILLS)
USES_engine_eye := engine/world engine/picture engine/display config $(SKILLS)
USES_engine_hand := engine/eye engine/world engine/picture engine/display config $(SKILLS)
USES_engine_gate := engine/eye engine/picture config $(SKILLS)
USES_engine_brain := config $(SKILLS)
USES_engine_modules := engine/brain engine/eye engine/picture config $(SKILLS)
USES_engine_curation := memory config $(SKILLS)
USES_engine_exports := engine/curation engine/modules engine/brain engine/eye engine/picture memory config $(SKILLS)
USES_engine_recall := engine/curation engine/brain engine/eye engine/picture memory config $(SKILLS)
USES_engine_agents := engine/modules engine/brain config $(SKILLS)
USES_engine_run := engine/display $(LOW)
USES_engine_client := engine/run $(LOW)
USES_engine_devices := engine/client engine/run engine/hand engine/display $(LOW)
USES_engine_control := engine/devices engine/client engine/run engine/hand engine/display $(LOW)
USES_engine_step := engine/control engine/devices engine/client engine/run engine/curation engine/hand engine/display $(LOW)
USES_engine_commands := engine/step engine/control engine/devices engine/client engine/run engine/display $(LOW)
USES_engine_agents_x := engine/step engine/control engine/devices engine/client engine/run $(LOW)
USES_engine_session := engine/agents/x engine/commands engine/step engine/control engine/devices engine/client engine/run engine/curation engine/hand engine/display $(LOW)
USES_engine := engine/agents/x engine/session engine/commands engine/step engine/control engine/devices engine/client engine/run engine/exports engine/curation engine/hand engine/display $(LOW)
USES_tui_term := engine/agents engine/curation engine/picture config $(SKILLS)
USES_tui_model := tui/term engine/agents engine/curation engine/modules engine/protocol engine/recall engine/picture config $(SKILLS)
USES_tui_past := tui/model tui/term engine/agents engine/modules engine/protocol engine/picture memory config $(SKILLS)
USES_tui_console := tui/past tui/model tui/term $(LOW)
USES_tui_memory := tui/console tui/past tui/model tui/term engine/exports engine/session $(LOW)
USES_tui_skills := tui/memory tui/console tui/past tui/model tui/term engine/step engine/curation engine/display $(LOW)
USES_tui_loop := tui/skills tui/memory tui/console tui/past tui/model tui/term engine/display $(LOW)
USES_tui_cli := tui/loop tui/skills tui/memory tui/console tui/past tui/model tui/term engine $(USES_engine) engine/exports
USES_tui := tui/cli $(USES_tui_cli)
# The files that may know X11, each with its header: what stands behind the ports. tests/lint holds includes, what headers bring in,
# and symbols (xlib.sh) to this line.
XLIB := engine/display/admit engine/display/desktop engine/display/display_x11 engine/display/monitors engine/display/opening engine/display/own_windows engine/display/probe engine/display/shape engine/display/key_aliases engine/display/windows engine/display/windows_ask engine/eye/capture engine/eye/eye_x11 engine/hand/clipboard engine/hand/saved_selection engine/hand/grabs engine/hand/hand_x11 engine/hand/keymap engine/hand/method_x11 engine/hand/ping engine/hand/recovery engine/hand/client_idle engine/hand/xtest engine/hand/foreign_input engine/hand/witness
# Rooms that have a circle of more than 6 files that call each other, with its size (lint's circles.sh).
CIRCLES :=
