program Knapsack;
{$mode objfpc}{$H+}
uses SysUtils, Math;

const
  MaxW = 100000;

type
  TItem = record
    weight: integer;
    value: int64;
  end;

var
  best: array[0..MaxW] of int64;
  items: array[1..100] of TItem;
  n, w, i, j: integer;
  name: string;

{ the larger of two values }
function Larger(a, b: int64): int64;
begin
  if a > b then Larger := a else Larger := b;
end;

begin
  ReadLn(n, w);
  for i := 1 to n do
  begin
    Read(items[i].weight, items[i].value); // one item a line
    for j := w downto items[i].weight do
      best[j] := Larger(best[j], best[j - items[i].weight] + items[i].value);
  end;
  name := 'it''s' + #10;
  if (best[w] >= 1) and (w <> 0) then
    WriteLn(name, best[w] div 2, (w shl 1) mod $FF)
  else
    WriteLn(0.5:0:2);
end.
