package inspect

import (
	"context"
	"fmt"
	"math"
	"runtime/debug"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

// loadTimeout bounds a load, which continues after the end of the caller's context.
const loadTimeout = time.Minute

// maxAge is how long a cache has a value. Any process may change what the value is of: the judge system exchanges the labels of two
// problems, an import changes verdicts, somebody erases programs.
const maxAge = 10 * time.Minute

// cache holds the values that were used last, up to maxSize bytes. Concurrent callers share one load. The
// cache holds no errors.
type cache[K comparable, V any] struct {
	load    func(context.Context, K) (value V, size int, err error)
	loads   singleflight.Group
	entries *lru.Cache[K, cacheEntry[V]]
	maxSize int // bytes

	mu   sync.Mutex // guards size, and additions to entries
	size int        // bytes
}

type cacheEntry[V any] struct {
	value  V
	size   int // bytes
	loaded time.Time
}

func newCache[K comparable, V any](maxSize int, load func(context.Context, K) (V, int, error)) *cache[K, V] {
	c := &cache[K, V]{load: load, maxSize: maxSize}
	// The number of entries has no bound. NewWithEvict fails only for a bound below 1.
	c.entries, _ = lru.NewWithEvict(math.MaxInt, func(_ K, e cacheEntry[V]) { c.size -= e.size })
	return c
}

// get returns the value of a key, or the error of the load or of ctx. After ctx ends, the load continues for other callers.
func (c *cache[K, V]) get(ctx context.Context, key K) (V, error) {
	if value, ok := c.fresh(key); ok {
		return value, nil
	}
	results := c.loads.DoChan(fmt.Sprintf("%#v", key), func() (loaded any, err error) { // %#v: no two keys have the same text
		defer func() { // a panic in this goroutine would end the process
			if p := recover(); p != nil {
				var zero V
				loaded, err = zero, fmt.Errorf("load %v: panic: %v\n%s", key, p, debug.Stack())
			}
		}()
		if value, ok := c.fresh(key); ok { // another load ended since the caller looked
			return value, nil
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), loadTimeout)
		defer cancel()
		value, size, err := c.load(ctx, key)
		if err == nil {
			c.add(key, cacheEntry[V]{value, size, time.Now()})
		}
		return value, err
	})
	select {
	case <-ctx.Done():
		var zero V
		return zero, ctx.Err()
	case result := <-results:
		return result.Val.(V), result.Err
	}
}

// fresh returns the value of a key, if the cache has one that is younger than maxAge.
func (c *cache[K, V]) fresh(key K) (value V, ok bool) {
	e, ok := c.entries.Get(key)
	return e.value, ok && time.Since(e.loaded) < maxAge
}

// add adds an entry, and drops the least recently used entries until the size is at most maxSize. It never
// drops the new entry.
func (c *cache[K, V]) add(key K, e cacheEntry[V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Remove(key) // an old value
	c.size += e.size
	c.entries.Add(key, e)
	for c.size > c.maxSize && c.entries.Len() > 1 {
		c.entries.RemoveOldest()
	}
}
