from collections import deque

h, w, k = map(int, input().split())
dr = [0, 1, 0, -1]
dc = [1, 0, -1, 0]
grid = []


def inside(r, c):
    return r >= 0 and r < h and c >= 0 and c < w


def main():
    start = (0, 0, 0)
    for i in range(h):
        grid.append(input())
        for j in range(w):
            if grid[i][j] == 'S':
                start = (i, j, 0)
    dist = [[[-1] * w for i in range(h)] for j in range(k + 1)]
    q = deque()
    q.append(start)
    dist[0][start[0]][start[1]] = 0
    while q:
        r, c, used = q.popleft()
        d = dist[used][r][c]
        if grid[r][c] == 'T':
            print(d)
            return
        for t in range(4):
            nr = r + dr[t]
            nc = c + dc[t]
            if not inside(nr, nc) or grid[nr][nc] == '#':
                continue
            nu = used + (grid[nr][nc] == '~')
            if nu > k or dist[nu][nr][nc] != -1:
                continue
            dist[nu][nr][nc] = d + 1
            q.append((nr, nc, nu))
    print(-1)


main()
