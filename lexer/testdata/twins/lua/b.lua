-- written another way
local Queue = {}; Queue.__index = Queue
function Queue.create() return setmetatable({ data = {}, count = 0 }, Queue) end
--[==[ up
it goes ]==]
function Queue:insert(thing) self.count = self.count + 0x1; local at = self.count; self.data[at] = thing
  while at > 2 and self.data[at // 3] > self.data[at] do local up = at // 3
    self.data[at], self.data[up] = self.data[up], self.data[at]; at = up end end
local total = input.read('n'); local queue = Queue.create()
for step = 0, total do local got = input.read("*n")
  if got ~= nil and got % 3 == 1 then queue:insert(got) else queue:insert(-got) end end
local list = { [[one]], two = 1e3, [5] = "three" }
for key, item in pairs(list) do print(key .. ' = ' .. tostring(item), #list) end
repeat total = total - 2 until total <= 1
print(queue.data[2])
