// Yardstick: random playouts a second of the 2-4 player hex game, in C++, as the physical limit to compare with.
// Build: g++ -O3 -march=native -o playout playout.cpp     Run: ./playout PLAYERS GAMES
// It plays uniformly random legal moves (tile, edge, orientation), full scoring, bonus moves, exchange whenever
// allowed, to the end of the game.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>
using namespace std;
typedef int8_t i8;
typedef int16_t i16;
typedef uint64_t u64;
static int N, nE;
static i16 NB[170][6], EA[512], EB[512], CE[170][6], ES[512];
static i16 sym_[6];
static i8 T1[21], T2[21], BAG0[120];
static u64 S = 88172645463325252ULL;
static inline u64 rnd() {
  S ^= S << 13;
  S ^= S >> 7;
  S ^= S << 17;
  return S;
}
static inline int rint_(int n) { return (int)(((rnd() >> 32) * (u64)n) >> 32); }
struct St {
  i8 board[170];
  i8 pot[170][6];
  i16 edges[512], epos[512];
  int ne, nbag, pl, P, bonus, claim, first, over, moves;
  i8 tr[4][6], rk[4][6], bag[120];
};
static inline void place(St& s, int x, int c) {
  s.board[x] = c;
  for (int j = 0; j < 6; j++) {
    int e = CE[x][j];
    if (e < 0) break;
    int p = s.epos[e];
    if (p >= 0) {
      int l = s.edges[--s.ne];
      s.edges[p] = l;
      s.epos[l] = p;
      s.epos[e] = -1;
    }
  }
  for (int d = 0; d < 3; d++) {
    int k1 = 1, y1 = NB[x][d];
    while (s.board[y1] == c) {
      k1++;
      y1 = NB[y1][d];
    }
    int k2 = 1, y2 = NB[x][d + 3];
    while (s.board[y2] == c) {
      k2++;
      y2 = NB[y2][d + 3];
    }
    if (s.board[y1] == 6) s.pot[y1][c] += k2;
    if (s.board[y2] == 6) s.pot[y2][c] += k1;
  }
}
static void newgame(St& s, int P) {
  memset(s.board, 6, sizeof s.board);
  s.board[N] = 7;
  memset(s.pot, 0, sizeof s.pot);
  for (int i = 0; i < nE; i++) s.edges[i] = s.epos[i] = i;
  s.ne = nE;
  s.P = P;
  s.pl = s.bonus = s.claim = s.first = s.over = s.moves = 0;
  for (int i = 0; i < 6; i++) place(s, sym_[i], i);
  memcpy(s.bag, BAG0, 120);
  for (int i = 119; i > 0; i--) {
    int j = rint_(i + 1);
    swap(s.bag[i], s.bag[j]);
  }
  int n = 120;
  for (int p = 0; p < P; p++)
    for (int k = 0; k < 6; k++) {
      s.tr[p][k] = 0;
      s.rk[p][k] = s.bag[--n];
    }
  s.nbag = n;
}
static void domove(St& s, int slot, int e, int o) {
  int p = s.pl, t = s.rk[p][slot], c1 = T1[t], c2 = T2[t], a = EA[e], b = EB[e];
  if (o) swap(a, b);
  int g1 = s.pot[a][c1], g2 = s.pot[b][c2], ob = 0;
  int v = s.tr[p][c1], w = v + g1;
  if (w > 18) w = 18;
  ob += (v < 18 && w == 18);
  s.tr[p][c1] = w;
  v = s.tr[p][c2];
  w = v + g2;
  if (w > 18) w = 18;
  ob += (v < 18 && w == 18);
  s.tr[p][c2] = w;
  place(s, a, c1);
  place(s, b, c2);
  s.claim |= ES[e];
  s.first |= 1 << p;
  s.moves++;
  s.rk[p][slot] = -1;
  s.bonus += ob;
  bool full = true;
  for (int k = 0; k < 6; k++)
    if (s.tr[p][k] < 18) full = false;
  if (full || s.ne == 0) {
    s.over = 1;
    return;
  }
  if (s.bonus > 0) {
    s.bonus--;
    for (int k = 0; k < 6; k++)
      if (s.rk[p][k] >= 0) return;
    s.bonus = 0;
  }
  int mn = 99;
  for (int k = 0; k < 6; k++)
    if (s.tr[p][k] < mn) mn = s.tr[p][k];
  bool has = false;
  for (int k = 0; k < 6; k++) {
    int t = s.rk[p][k];
    if (t >= 0 && (s.tr[p][T1[t]] == mn || s.tr[p][T2[t]] == mn)) has = true;
  }
  if (!has && s.nbag >= 6) {
    int n = s.nbag - 6, w2 = n;
    for (int k = 0; k < 6; k++) {
      int t = s.rk[p][k];
      s.rk[p][k] = s.bag[n + k];
      if (t >= 0) s.bag[w2++] = t;
    }
    while (n < w2) {
      int j = rint_(n + 1);
      swap(s.bag[j], s.bag[n]);
      n++;
    }
    s.nbag = w2;
  }
  for (int k = 0; k < 6; k++)
    if (s.rk[p][k] < 0 && s.nbag > 0) s.rk[p][k] = s.bag[--s.nbag];
  if (++p == s.P) p = 0;
  s.pl = p;
}
int main(int ac, char** av) {
  int P = atoi(av[1]), R = P + 3;
  int G = atoi(av[2]);
  map<pair<int, int>, int> id;
  vector<pair<int, int>> C;
  for (int q = -R; q <= R; q++)
    for (int r = -R; r <= R; r++)
      if (abs(q + r) <= R) {
        id[{q, r}] = C.size();
        C.push_back({q, r});
      }
  N = C.size();
  int D[6][2] = {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}};
  for (int i = 0; i <= N; i++)
    for (int d = 0; d < 6; d++) {
      NB[i][d] = N;
      if (i < N) {
        auto it = id.find({C[i].first + D[d][0], C[i].second + D[d][1]});
        if (it != id.end()) NB[i][d] = it->second;
      }
    }
  memset(CE, -1, sizeof CE);
  for (int i = 0; i < N; i++)
    for (int d = 0; d < 3; d++)
      if (NB[i][d] < N) {
        EA[nE] = i;
        EB[nE] = NB[i][d];
        for (int x : {i, (int)NB[i][d]}) {
          int j = 0;
          while (CE[x][j] >= 0) j++;
          CE[x][j] = nE;
        }
        nE++;
      }
  int sy[6][2] = {{5, 0}, {0, 5}, {-5, 5}, {-5, 0}, {0, -5}, {5, -5}};
  for (int i = 0; i < 6; i++) sym_[i] = id[{sy[i][0], sy[i][1]}];
  for (int e = 0; e < nE; e++)
    for (int s = 0; s < 6; s++)
      for (int d = 0; d < 6; d++)
        if (NB[EA[e]][d] == sym_[s] || NB[EB[e]][d] == sym_[s]) ES[e] |= 1 << s;
  int k = 0, m = 0;
  for (int a = 0; a < 6; a++)
    for (int b = a; b < 6; b++) {
      T1[k] = a;
      T2[k] = b;
      for (int i = 0; i < (a == b ? 5 : 6); i++) BAG0[m++] = k;
      k++;
    }
  static St s;
  static i16 leg[512];
  long mv = 0, mn = 0, tot = 0;
  auto t0 = chrono::steady_clock::now();
  for (int g = 0; g < G; g++) {
    newgame(s, P);
    while (!s.over) {
      int p = s.pl, e;
      if (s.first >> p & 1)
        e = s.edges[rint_(s.ne)];
      else {
        int n = 0, fr = 63 & ~s.claim;
        for (int i = 0; i < s.ne; i++)
          if (ES[s.edges[i]] & fr) leg[n++] = s.edges[i];
        e = leg[rint_(n)];
      }
      int k = rint_(6);
      while (s.rk[p][k] < 0) k = rint_(6);
      domove(s, k, e, rint_(2));
    }
    mv += s.moves;
    int m = 99;
    for (int k = 0; k < 6; k++) {
      tot += s.tr[0][k];
      if (s.tr[0][k] < m) m = s.tr[0][k];
    }
    mn += m;
  }
  double dt = chrono::duration<double>(chrono::steady_clock::now() - t0).count();
  printf("C++ P=%d: %.0f playouts/s moves %.2f min %.3f tot %.2f\n", P, G / dt, (double)mv / G,
         (double)mn / G, (double)tot / G);
}
