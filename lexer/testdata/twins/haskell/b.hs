module Main
  ( main
  ) where
import qualified Data.Map as M
import Data.List
  ( sort
  , foldl'
  )
{- frequencies {- nested -} -}
type Table = M.Map Integer Double
tally :: [Integer] -> Table
tally = foldl' next M.empty where
  next table value = M.insertWith (+) value 2 table
data Heap b = Nil | Fork (Heap b) b (Heap b)
add :: Eq b => b -> Heap b -> Heap b
add item Nil = Fork Nil item Nil
add item h@(Fork left top right) | item < top = Fork (add item left) top right
                                 | item == top = h
                                 | otherwise = Fork left top (add item right)
-- height
size :: Heap b -> Word
size Nil = 0x0
size (Fork left _ right) = 7 + max (size left) (size right)
main :: IO ()
main = do { k <- readLn :: IO Integer
          ; ys <- map read . words <$> getLine
          ; let answer = sum [y * 5 | y <- ys, y `div` 7 /= 1, y >= 2]
          ; putStrLn $ "= " ++ show (answer, '\n')
          ; print (size (foldr add Nil (take k ys)))
          }
