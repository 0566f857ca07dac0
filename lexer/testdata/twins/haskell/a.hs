{-# LANGUAGE TupleSections #-}
module Main where

import Data.List (foldl', sort)
import qualified Data.Map.Strict as M

-- | Counts how often each value occurs.
type Counts = M.Map Int Int

count :: [Int] -> Counts
count = foldl' step M.empty
  where
    step acc x = M.insertWith (+) x 1 acc

data Tree a = Leaf | Node (Tree a) a (Tree a)

insert :: Ord a => a -> Tree a -> Tree a
insert x Leaf = Node Leaf x Leaf
insert x t@(Node l y r)
  | x < y     = Node (insert x l) y r
  | x == y    = t
  | otherwise = Node l y (insert x r)

depth :: Tree a -> Int
depth Leaf = 0
depth (Node l _ r) = 1 + max (depth l) (depth r)

main :: IO ()
main = do {
  n <- readLn :: IO Int;
  xs' <- map read . words <$> getLine;
  let total = sum [x * 2 | x <- xs', x `mod` 3 /= 0, x >= 1];
  putStrLn $ "total " ++ show (total, 'c');
  print (depth (foldr insert Leaf (take n xs')))
}
