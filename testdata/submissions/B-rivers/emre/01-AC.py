#! /usr/bin/env python3
# B - nehirler
# genislik oncelikli arama (bfs)
from collections import deque

def main():
  rows, cols, planks = map(int, input().split())
  grid = [input().strip() for _ in range(rows)]
  start = None
  for r in range(rows):
    for c in range(cols):
      if grid[r][c] == 'S': start = (r, c)

  # katman: kullanilan tahta sayisi
  seen = [[[False] * cols for _ in range(rows)]
          for _ in range(planks + 1)]
  queue = deque(); queue.append((start[0], start[1], 0, 0))
  seen[0][start[0]][start[1]] = True
  while queue:
    r, c, used, steps = queue.popleft()
    if grid[r][c] == 'T':
      print(steps)   # bulduk
      return
    for dr, dc in ((1,0), (-1,0), (0,1), (0,-1)):
      nr = r + dr; nc = c + dc
      if nr < 0 or nr >= rows or nc < 0 or nc >= cols: continue
      if grid[nr][nc] == '#': continue
      cost = used + 1 if grid[nr][nc] == '~' else used   # su
      if cost > planks or seen[cost][nr][nc]: continue
      seen[cost][nr][nc] = True
      queue.append((nr, nc, cost, steps + 1))
  print(-1)   # yol yok

main()
