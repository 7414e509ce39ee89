"""The same icons in the same screen (bench_template.c has left both) with OpenCV: in gray, in one size; and in as many sizes as
reins tries."""
import os, statistics, sys, time

try:
    import cv2
except ImportError:
    print("  skipped: python3-opencv is not installed (make deps-bench)")
    sys.exit(0)

HOME, ROUNDS, SCORE = os.environ["HOME"], 5, 0.8
SCALES = [1, 0.5, 0.75, 1.25, 1.5, 2]


def look(screen, icon, scales):
    """How many places score at least so high, without those over one another."""
    places = []
    for scale in scales:
        small = cv2.resize(icon, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale != 1 else icon
        scores = cv2.matchTemplate(screen, small, cv2.TM_CCOEFF_NORMED)
        side = small.shape[0]
        while True:
            _, best, _, at = cv2.minMaxLoc(scores)
            if best < SCORE or len(places) >= 64:
                break
            places.append((best, at, side))
            scores[max(0, at[1] - side // 2):at[1] + side // 2 + 1, max(0, at[0] - side // 2):at[0] + side // 2 + 1] = -1
    return places


cv2.setNumThreads(1)
screen = cv2.imread(os.path.join(HOME, "screen.png"), cv2.IMREAD_GRAYSCALE)
for side in (24, 32, 64):
    icon = cv2.imread(os.path.join(HOME, f"icon{side}.png"), cv2.IMREAD_GRAYSCALE)
    if screen is None or icon is None:
        continue
    told = []
    for scales in ([1], SCALES):
        times = []
        for _ in range(ROUNDS):
            began = time.process_time()
            found = look(screen, icon, scales)
            times.append((time.process_time() - began) * 1000)
        told.append(f"{statistics.median(times):7.1f} ms ({len(found)} found)")
    print(f"  {side}×{side}: OpenCV, its own size {told[0]}   {len(SCALES)} sizes from half to double {told[1]}")
