n, g = map(int, input().split())
conciertos = []
for i in range(n):
    a, b, v = map(int, input().split())
    conciertos.append([b, a, v])
conciertos.sort()

# dp[i] = mejor terminando justo en el concierto i
dp = [0] * n
cuantos = [0] * n
for i in range(n):
    dp[i] = conciertos[i][2]
    cuantos[i] = 1
    for j in range(i - 1, -1, -1):
        if conciertos[j][0] + g <= conciertos[i][1]:
            # el mas cercano deberia ser el mejor...
            dp[i] += dp[j]
            cuantos[i] += cuantos[j]
            break

mejor = max(dp)
print(mejor, cuantos[dp.index(mejor)])
