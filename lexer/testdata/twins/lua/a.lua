local io = require("io")
local str = require "string"

-- A binary heap of numbers.
local Heap = {}
Heap.__index = Heap

function Heap.new()
  return setmetatable({ items = {}, size = 0 }, Heap)
end

function Heap:push(value)
  self.size = self.size + 1
  local i = self.size
  self.items[i] = value
  while i > 1 and self.items[i // 2] > self.items[i] do
    local p = i // 2
    self.items[i], self.items[p] = self.items[p], self.items[i]
    i = p
  end
end

local n = io.read("n")
local heap = Heap.new()
for i = 1, n do
  local x = io.read("n")
  if x ~= nil and x % 2 == 0 then
    heap:push(x)
  else
    heap:push(-x)
  end
end
--[[ print
     the smallest ]]
local words = { "a", b = 2, [3] = 'c' }
for k, v in pairs(words) do
  print(k .. ": " .. tostring(v), #words)
end
repeat n = n - 1 until n <= 0
print(heap.items[1])
