#include "engine/picture/small_text.h"

#define STEP (4 * SMALL_TEXT_SCALE) /* px from one character to the next */
#define INK 0x000000
#define HALO 0xffffff

/* A row in three bits. */
static const guint16 digits[10] = {075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717};

static const guint16 letters[26] = {025755, 065656, 034443, 065556, 074647, 074644, 034553, 055755, 072227,
                                    011152, 055655, 044447, 057755, 065555, 025552, 065644, 025573, 065655,
                                    034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247};
static const struct {
    char c;
    guint16 bits;
} signs[] = {{'.', 000002}, {',', 000024}, {'-', 000700}, {'_', 000007}, {':', 002020},
             {'/', 011244}, {'=', 007070}, {'(', 012221}, {')', 042224}};

static guint16 bits_of(char c)
{
    if (g_ascii_isdigit(c))
        return digits[c - '0'];
    if (g_ascii_isalpha(c))
        return letters[g_ascii_tolower(c) - 'a'];
    for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
        if (signs[i].c == c)
            return signs[i].bits;
    return 0;
}

int small_text_width(const char *text)
{
    return *text ? (int)strlen(text) * STEP - SMALL_TEXT_SCALE : 0;
}

/* Each square, larger by `around` px on each side. */
static void write_squares(frame *f, int x, int y, const char *text, guint32 colour, int around)
{
    const int side = SMALL_TEXT_SCALE + 2 * around;
    for (int i = 0; text[i]; i++)
        for (int k = 0; k < 15; k++)
            if (bits_of(text[i]) >> (14 - k) & 1)
                frame_fill(f, x + i * STEP + k % 3 * SMALL_TEXT_SCALE - around, y + k / 3 * SMALL_TEXT_SCALE - around, side, side,
                           colour);
}

void small_text_write(frame *f, int x, int y, const char *text, guint32 ink)
{
    write_squares(f, x, y, text, ink, 0);
}

void small_text_halo(frame *f, int x, int y, const char *text)
{
    write_squares(f, x, y, text, HALO, 2);
    write_squares(f, x, y, text, INK, 0);
}
