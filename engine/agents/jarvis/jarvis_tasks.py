#!/usr/bin/env python3
"""Writes the 11 groups of JARVIS-1's tasks (Wang et al. 2023, Table 1) as task files: a pool for `reins learn --pool DIR` and
`reins run --tasks DIR`. Each has a group's initial inventory, biome and step limit; its instruction is the thing that is wanted.

    jarvis_tasks.py DIR [WORLD.ini]

They are done in the world that ships, overworld. With WORLD.ini they are done in that; a task whose thing it lacks is told and left
out. The paper's own list is in an appendix that its release lacks: which things stand for a group is ours."""
import os
import re
import sys

TREE = ("planks", "slab", "stairs", "fence", "fence_gate", "door", "trapdoor", "button", "pressure_plate", "sign", "boat", "wood",
        "log")
TOOLS = ("pickaxe", "axe", "sword", "shovel", "hoe")
WORN = ("helmet", "chestplate", "leggings", "boots")
COLOURS = ("red", "yellow", "blue", "white")


def each(before, names):
    return [f"{b}_{n}" for b in before for n in names]


# group: initial inventory, biomes (they take turns), step limit of the game, the things that are wanted
GROUPS = {
    "wood": ("", ("plains", "forest"), 12000,
             ["stick", "crafting_table", "chest", "bowl", "ladder", "barrel", "composter"] + each(["wooden"], TOOLS)
             + each(["oak", "birch"], TREE)),
    "wood-variants": ("", ("savanna", "jungle", "taiga"), 12000, None),  # each in the biome of its tree: below
    "stone": ("iron_axe 1", ("plains", "forest"), 12000,
              ["cobblestone", "stone", "furnace", "stone_slab", "cobblestone_stairs", "cobblestone_wall", "lever", "stone_button",
               "stone_pressure_plate", "coal", "torch"] + each(["stone"], TOOLS)),
    "iron": ("iron_axe 1", ("plains", "forest"), 12000,
             ["iron_ingot", "iron_nugget", "bucket", "shears", "iron_door", "iron_trapdoor", "iron_bars", "chain", "cauldron",
              "minecart", "chest_minecart", "hopper", "lantern", "heavy_weighted_pressure_plate", "rail", "tripwire_hook",
              "smithing_table", "blast_furnace", "stonecutter"] + each(["iron"], ("pickaxe", "sword", "shovel", "hoe"))),
    "gold": ("iron_axe 1", ("plains", "forest"), 36000,
             ["gold_ingot", "gold_nugget", "golden_apple", "light_weighted_pressure_plate"] + each(["golden"], TOOLS)),
    "diamond": ("iron_axe 1", ("plains", "forest"), 36000, ["diamond", "jukebox"] + each(["diamond"], TOOLS)),
    "redstone": ("iron_axe 1", ("plains", "forest"), 36000,
                 ["redstone", "redstone_torch", "compass", "clock", "dropper", "piston", "note_block", "repeater"]),
    "blocks": ("iron_axe 1", ("plains", "forest"), 36000,
               ["coal_block", "iron_block", "gold_block", "diamond_block", "lapis_block", "redstone_block", "brick_block",
                "sandstone", "cut_sandstone", "smooth_stone", "stone_bricks", "glass", "bookshelf", "obsidian", "terracotta",
                "hay_block"]),
    "armor": ("iron_axe 1", ("plains", "forest"), 36000, ["shield"] + each(["leather", "iron", "golden", "diamond"], WORN)),
    "decoration": ("iron_axe 1", ("flower_forest",), 12000,
                   ["bed", "painting", "item_frame", "flower_pot", "glass_pane"]
                   + each(COLOURS, ("wool", "bed", "carpet"))),
    "food": ("iron_axe 1", ("plains",), 12000,
             ["cooked_beef", "cooked_mutton", "cooked_chicken", "cooked_porkchop", "cooked_rabbit", "baked_potato", "bread",
              "mushroom_stew", "milk_bucket", "apple"]),
}
HOME = {"acacia": "savanna", "jungle": "jungle", "spruce": "taiga", "dark_oak": "dark_forest"}


def tasks():
    """(group, thing, inventory, biome, limit) of each."""
    for group, (inventory, biomes, limit, things) in GROUPS.items():
        if things is None:
            for tree, biome in HOME.items():
                for part in TREE:
                    yield group, f"{tree}_{part}", inventory, biome, limit
            continue
        for i, thing in enumerate(things):
            yield group, thing, inventory, biomes[i % len(biomes)], limit


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    name, items, biomes = "overworld", None, None
    try:
        if len(sys.argv) == 3:
            name = os.path.splitext(os.path.basename(sys.argv[2]))[0]
            with open(sys.argv[2], encoding="utf-8") as file:
                world = file.read()
            items, biomes = (set(re.findall(rf"^\[{kind} (\S+)\]", world, re.M)) for kind in ("item", "biome"))
        os.makedirs(sys.argv[1], exist_ok=True)
    except OSError as error:
        sys.exit(f"jarvis_tasks.py: {error}")
    written, lacking = 0, []
    for group, thing, inventory, biome, limit in tasks():
        if items and not (biome in biomes and items.issuperset([thing] + inventory.split()[::2])):
            lacking.append(thing)
            continue
        given = f"inventory={inventory}\n" if inventory else ""
        with open(os.path.join(sys.argv[1], f"{group}-{thing}.ini"), "w", encoding="utf-8") as file:
            file.write(f"[task]\ninstruction={thing}\ngroup={group}\nmax_steps=400\n\n"
                       f"[world]\nname={name}\n{given}biome={biome}\nlimit={limit}\n")
        written += 1
    print(f"{written} tasks of {len(GROUPS)} groups in {sys.argv[1]}")
    if lacking:
        print(f"the world {name} lacks what {len(lacking)} more want: {', '.join(lacking)}")


if __name__ == "__main__":
    main()
