n = input().strip()
print(sum(int(d) for d in n))
