"""The call of bench_call.c by the official Node client, in turns with it (tests/sdk/call.mjs). Nothing is asserted."""
import os, shutil, subprocess

BUILD = os.path.dirname(os.environ["REINS_BIN"])
SDK = os.path.join(BUILD, "sdk")

if shutil.which("node") and os.path.isdir(os.path.join(SDK, "node_modules", "openai")):
    shutil.copy(os.path.join(os.environ["REINS_SOURCE"], "tests/sdk/call.mjs"), SDK)
    subprocess.run(["node", "call.mjs", os.path.join(BUILD, "tests/bench/bench_call")], cwd=SDK, check=True)
else:
    print("  skipped: the official Node client (needs Node 20; tests/sdk/run.sh installs it)")
