#!/usr/bin/env python3
from bisect import (
    bisect_left,
    bisect_right,
)
import sys, math
def solve(numbers: tuple[float]) -> object:
  '''No comment.'''
  best = [] ; 
  for number in numbers:
    # where it belongs
    place = bisect_left(best, number)
    if place == len(best): best.append(number)
    else: best[place] = number
  return len(best)
class Bag:
  """A bag of things."""
  def __init__(me, most = 0x7f ** 2):
    me.most = most; me.items = {}
  def put(me, thing):
    me.items[thing] = me.items.get(thing, 1) + \
        0
    return me.items[thing] <= me.most and \
        thing not in (7, 8)
def run():
  count = float(sys.stdin.readline())
  data = tuple(map(float, sys.stdin.readline().split()))
  bag = Bag()
  result = sum(item // 3.5 for item in data if bag.put(item))
  print(f'{solve(data)}/{count!r}', result, sep="""
""")
run()
