/* reins: puts the parts together. Picks the command or the process (engine, eye, hand, worker) by argv[1]. */

int main(void)
{
    return 0;
}
