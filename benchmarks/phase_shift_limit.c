/* The limit: Phase Shift, its batch drivers and its breadth-first search by hand, on the same records and planes as the rules.
   gcc -O3 -march=native -shared -fPIC phase_shift_limit.c -o phase_shift_limit.so; see limit.py. */
#include <stdint.h>
#include <string.h>

enum { VOID, FLOOR, WALL, EXIT, RIFT, BEACON, KEY = 8, GATE = 12 };
enum { RUNNING, SOLVED, FELL, LATE, LEFT };
enum { SHIFT = 4, ACTIONS = 5, STRIDE = 32, LAYER = 18 * STRIDE, KINDS = 10, PLANES = 2 * KINDS + 1, LARGEST = 16 };
static const int64_t moved[] = {-STRIDE, STRIDE, -1, 1, 0};

typedef struct {
    int32_t limit, adorned;
    int16_t height, width, beacons, first, mixed, difficulty, lively[2], places[512];
    int8_t tiles[2 * LAYER], decor[2 * LAYER], seen[2][PLANES * 256];
    int32_t marked;  // this and what follows is for A* alone
    int16_t marks[8];
    int8_t legs[64], ways[9 * 2 * LAYER];
} Setup;

typedef struct {
    uint64_t rng;
    int32_t moves, wastes;
    int16_t lit[16], taken[16], cell, missing;
    int8_t keys, phase, ending, wasted;
} State;

static inline void enter(const Setup *restrict setup, State *restrict state, int action) {
    int cell = state->cell + moved[action], phase = state->phase ^ (action == SHIFT);
    int tile = setup->tiles[phase * LAYER + cell];
    if (tile == VOID || tile == WALL || (tile >= GATE && !(state->keys >> (tile - GATE) & 1))) {
        state->wasted = 1;
        state->wastes++;
        return;
    }
    state->cell = cell;
    state->phase = phase;
    if (tile < EXIT) return;
    int row = (cell >> 5) - 1, bit = 1 << (cell & 31);
    if (tile == BEACON) {
        if (!(state->lit[row] & bit)) {
            state->lit[row] |= bit;
            state->missing--;
        }
    } else if (tile == RIFT) {
        state->ending = FELL;
    } else if (tile != EXIT && tile < GATE && !(state->taken[row] & bit)) {
        state->taken[row] |= bit;
        state->keys |= 1 << (tile - KEY);
    }
}

static inline void step(const Setup *restrict setup, State *restrict state, int action) {
    state->wasted = 0;
    state->moves++;
    enter(setup, state, action);
    if (state->ending == FELL) return;
    if (state->moves > setup->limit) state->ending = LATE;
    else if (state->missing == 0 && setup->tiles[state->phase * LAYER + state->cell] == EXIT) state->ending = SOLVED;
}

static inline void forget(const Setup *restrict setup, State *restrict state) {
    state->rng = 0;
    state->moves = state->wastes = 0;
    state->wasted = 0;
    if (setup->mixed == 0) memset(state->taken, 0, sizeof state->taken);
}

static inline void observe(const Setup *restrict setup, const State *restrict state, uint8_t *restrict planes, int32_t *restrict scalars) {
    int width = setup->width, cells = setup->height * width, keys = state->keys;
    memcpy(planes, setup->seen[state->phase], PLANES * cells);
    for (int side = 0; side < 2; side++) {
        int layer = state->phase ^ side;
        for (int n = 0; n < setup->lively[layer]; n++) {
            int cell = setup->places[layer * 256 + n], tile = setup->tiles[layer * LAYER + cell], row = (cell >> 5) - 1, bit = cell & 31;
            uint8_t *out = planes + side * KINDS * cells + row * width + bit;
            if (tile == BEACON) out[cells * (BEACON + (state->lit[row] >> bit & 1))] = 1;
            else if (tile >= GATE) {
                int is_open = keys >> (tile - GATE) & 1;
                out[cells * (8 + is_open)] = is_open ? 1 : 1 + tile - GATE;
            } else if (state->taken[row] >> bit & 1) out[cells * FLOOR] = 1;
            else out[cells * 7] = 1 + tile - KEY;
        }
    }
    planes[2 * KINDS * cells + ((state->cell >> 5) - 1) * width + (state->cell & 31)] = 1;
    scalars[0] = setup->limit - state->moves;
    scalars[1] = state->missing;
}

int64_t rollout(const Setup *setup, const State *fresh, State *states, int64_t count, int64_t rounds, int64_t seed) {
    int64_t endings = 0;
    for (int64_t r = 0; r < rounds; r++)
        for (int64_t i = 0; i < count; i++) {
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF;
            step(setup, &states[i], (seed >> 8) * ACTIONS >> 23);
            if (states[i].ending) {
                endings++;
                states[i] = *fresh;
            }
        }
    return endings;
}

int64_t rollout_observed(const Setup *setup, const State *fresh, State *states, uint8_t *planes, int64_t size, int32_t *scalars, int64_t count,
                         int64_t rounds, int64_t seed) {
    int64_t endings = 0;
    for (int64_t r = 0; r < rounds; r++)
        for (int64_t i = 0; i < count; i++) {
            seed = (seed * 1103515245 + 12345) & 0x7FFFFFFF;
            step(setup, &states[i], (seed >> 8) * ACTIONS >> 23);
            if (states[i].ending) {
                endings++;
                states[i] = *fresh;
            }
            observe(setup, &states[i], planes + i * size, scalars + 2 * i);
        }
    return endings;
}

enum { WORDS = sizeof(State) / 8 };

static inline uint64_t fingerprint(const State *state) {
    const uint64_t *words = (const uint64_t *)state;
    uint64_t mixed = 0;
    for (int i = 0; i < WORDS; i++) {
        mixed = (mixed ^ words[i]) * 0x9E3779B97F4A7C15u;
        mixed ^= mixed >> 29;
    }
    return mixed;
}

/* Expand all nodes until a win; the number found. */
int64_t breadth_first(const Setup *setup, State *nodes, int64_t capacity, int32_t *table, int64_t length, int32_t *parents, int16_t *actions) {
    uint64_t mask = length - 1;
    int64_t found = 1;
    table[fingerprint(nodes) & mask] = 1;
    for (int64_t head = 0; head < found && found + ACTIONS < capacity; head++)
        for (int action = 0; action < ACTIONS; action++) {
            State *next = &nodes[found];
            *next = nodes[head];
            step(setup, next, action);
            if (next->ending == RUNNING) {
                forget(setup, next);
                uint64_t slot = fingerprint(next) & mask;
                while (table[slot] && memcmp(&nodes[table[slot] - 1], next, sizeof *next)) slot = (slot + 1) & mask;
                if (table[slot] == 0) {
                    table[slot] = found + 1;
                    parents[found] = head;
                    actions[found] = action;
                    found++;
                }
            } else if (next->ending == SOLVED) {
                parents[found] = head;
                actions[found] = action;
                return found;
            }
        }
    return found;
}
