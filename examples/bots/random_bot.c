/* A bot for every game in C, without any library: it asks for the legal moves and plays one of them.
 *
 *     cc -O2 -o random_bot_c random_bot.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char line[1 << 20];
static char legal[1 << 20];

/* The word with this index in a text, cut out of it; NULL if there are not so many. */
static char *word(char *text, long index) {
    char *found = strtok(text, " \r\n");
    while (found && index-- > 0) found = strtok(NULL, " \r\n");
    return found;
}

static long count(const char *text) {
    long words = 0;
    for (const char *at = text; *at; at++)
        if (*at > ' ' && (at == text || at[-1] <= ' ')) words++;
    return words;
}

int main(void) {
    srand((unsigned)time(NULL) ^ (unsigned)(size_t)clock());
    while (fgets(line, sizeof line, stdin)) {
        char *rest = line;
        long number = strtol(line, &rest, 10); /* 0: news, nobody waits for an answer */
        while (*rest == ' ') rest++;
        if (strncmp(rest, "quit", 4) == 0) break;
        if (strncmp(rest, "legal ", 6) == 0) strcpy(legal, rest + 6);
        if (!number) continue;
        if (strncmp(rest, "hello", 5) == 0) {
            printf("=%ld random_c legal\n", number);
        } else if (strncmp(rest, "game", 4) == 0) {
            printf("=%ld\n", number);
        } else if (strncmp(rest, "turn", 4) == 0) {
            char *move = word(legal, rand() % (count(legal) + (count(legal) == 0)));
            printf("=%ld %s\n", number, move ? move : "resign");
        } else {
            printf("?%ld what?\n", number);
        }
        fflush(stdout);
    }
    return 0;
}
