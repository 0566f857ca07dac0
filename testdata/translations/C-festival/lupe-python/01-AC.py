import sys
sys.setrecursionlimit(300000)

n, g = map(int, sys.stdin.readline().split())
c = []
dpJoy = [0] * (n + 1)
dpCnt = [0] * (n + 1)
vis = [False] * (n + 1)


def buscar(t):
    lo = 0
    hi = n
    while lo < hi:
        mid = (lo + hi) // 2
        if c[mid][0] >= t:
            hi = mid
        else:
            lo = mid + 1
    return lo


def dp(i):
    if i == n or vis[i]:
        return
    vis[i] = True
    dp(i + 1)
    dpJoy[i] = dpJoy[i + 1]
    dpCnt[i] = dpCnt[i + 1]
    sig = buscar(c[i][1] + g)
    dp(sig)
    joy = dpJoy[sig] + c[i][2]
    cnt = dpCnt[sig] + 1
    if joy > dpJoy[i]:
        dpJoy[i] = joy
        dpCnt[i] = cnt
    elif joy == dpJoy[i]:
        dpCnt[i] = min(dpCnt[i], cnt)


for i in range(n):
    c.append(list(map(int, sys.stdin.readline().split())))
c.sort()
dp(0)
print(dpJoy[0], dpCnt[0])
