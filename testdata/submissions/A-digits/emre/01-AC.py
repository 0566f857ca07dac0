s = input().strip()
total = 0
for ch in s:
    total += int(ch)
print(total)
