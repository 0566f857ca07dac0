#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS 524288
#define DEEP 200001

/* 해시 테이블: 열린 주소법 */
static char text[SLOTS][24];
static int value_at[SLOTS];   /* slot of the value, -1 if the key is absent */
static int usage[SLOTS];

static int hist_key[DEEP], hist_old[DEEP], hist_len;
static int begin_at[DEEP], depth;

static int slot(const char *s) {
    unsigned h = 5381;
    const char *p;
    for (p = s; *p; p++) h = h * 33 ^ (unsigned char)*p;
    h %= SLOTS;
    while (text[h][0] && strcmp(text[h], s) != 0) h = (h + 1) % SLOTS;
    if (!text[h][0]) {
        strcpy(text[h], s);
        value_at[h] = -1;
    }
    return (int)h;
}

static void store(int key, int value) {
    int old = value_at[key];
    if (old >= 0) usage[old]--;
    if (value >= 0) usage[value]++;
    value_at[key] = value;
}

static void logged(int key, int value) {
    hist_key[hist_len] = key;
    hist_old[hist_len] = value_at[key];
    hist_len++;
    store(key, value);
}

int main(void) {
    int q;
    char op[8], a[24], b[24];
    if (scanf("%d", &q) != 1) return 1;
    while (q--) {
        scanf("%7s", op);
        if (strcmp(op, "put") == 0) {
            scanf("%23s %23s", a, b);
            logged(slot(a), slot(b));
        } else if (strcmp(op, "del") == 0) {
            scanf("%23s", a);
            logged(slot(a), -1);
        } else if (strcmp(op, "get") == 0) {
            int v;
            scanf("%23s", a);
            v = value_at[slot(a)];
            puts(v < 0 ? "-" : text[v]);
        } else if (strcmp(op, "count") == 0) {
            scanf("%23s", a);
            printf("%d\n", usage[slot(a)]);
        } else if (strcmp(op, "begin") == 0) {
            begin_at[depth++] = hist_len;
        } else if (depth == 0) {
            puts("NONE");
        } else {
            depth--;
            if (op[0] == 'u') {
                while (hist_len > begin_at[depth]) {
                    hist_len--;
                    store(hist_key[hist_len], hist_old[hist_len]);
                }
            }
        }
    }
    return 0;
}
