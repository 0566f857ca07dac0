open Printf
open Scanf

(* Union by rank. *)
type 'a node = { mutable parent : int; mutable rank : int; payload : 'a }

let rec find nodes i =
  let p = nodes.(i).parent in
  if p = i then i
  else begin
    let root = find nodes p in
    nodes.(i).parent <- root;
    root
  end

let union nodes a b =
  let a' = find nodes a and b' = find nodes b in
  if a' <> b' then
    if nodes.(a').rank < nodes.(b').rank then nodes.(a').parent <- b'
    else begin
      nodes.(b').parent <- a';
      nodes.(a').rank <- nodes.(a').rank + 1
    end

let average (l : float list) : float =
  match l with
  | [] -> 0.0
  | _ :: _ -> List.fold_left (+.) 0. l /. float_of_int (List.length l)

let () =
  let n = scanf " %d" (fun x -> x) in
  let nodes = Array.init n (fun i -> { parent = i; rank = 0; payload = 'c' }) in
  for i = 1 to n - 1 do
    union nodes (i - 1) (i lsr 1)
  done;
  printf "%d %f\n" !(ref (find nodes 0)) (average [1.5; 2.e-3])
