package review

import "context"

// actorOf is the key of who acts in a context.
type actorOf struct{}

// WithActor returns a context in which somebody acts. The log names them for what
// is done there, also deep inside of an import or a check.
func WithActor(ctx context.Context, who Person) context.Context {
	return context.WithValue(ctx, actorOf{}, who)
}

// Actor returns who acts in a context: [CommandLine] where nobody has signed in.
func Actor(ctx context.Context) Person {
	if who, ok := ctx.Value(actorOf{}).(Person); ok {
		return who
	}
	return CommandLine
}
