package auth

import (
	"bytes"
	"context"
	"image/png"
	"net/http"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"

	"github.com/ojcheck/ojcheck/internal/access"
	"github.com/ojcheck/ojcheck/internal/account"
	"github.com/ojcheck/ojcheck/internal/httperr"
	"github.com/ojcheck/ojcheck/internal/review"
)

// The second factor is a code of an app: TOTP (RFC 6238) with SHA-1, six digits and steps of 30 seconds.
const (
	totpStep = 30 * time.Second
	// totpSkew is how many steps the clock of the app may differ.
	totpSkew = 1
	// codeTime is how long a sign-in waits for its code.
	codeTime = 5 * time.Minute
)

// The session stores these values while a sign-in waits for its code, or while a second factor is set up.
const (
	codeUserKey  = "code user"  // ID of the user who has given the password
	codeEpochKey = "code epoch" // account.User.Epoch when the password was given
	codeTimeKey  = "code time"  // the end of the time for the code, in seconds of Unix time
	newFactorKey = "new key"    // the otpauth URL of a second factor that is being set up
)

// errWrongCode refuses a code.
var errWrongCode = account.NewInvalidError("The code is wrong, or it was used already. Wait for the next one.")

var errPasswordTooOld = httperr.New(http.StatusBadRequest, "Sign in again", "The password was given too long ago.",
	"Start again from the sign-in page.")

// SignIn begins the session of a user who has given the right password. If needsCode is set, the user has a second factor,
// and the session begins by FinishWithCode.
func (s *Service) SignIn(ctx context.Context, user account.User) (needsCode bool, err error) {
	if !user.HasSecondFactor {
		return false, s.Begin(ctx, user)
	}
	if err := s.Sessions.RenewToken(ctx); err != nil {
		return false, err
	}
	s.Sessions.Put(ctx, codeUserKey, user.ID)
	s.Sessions.Put(ctx, codeEpochKey, user.Epoch)
	s.Sessions.Put(ctx, codeTimeKey, time.Now().Add(codeTime).Unix())
	return true, nil
}

// NeedsCode reports whether the session waits for a code.
func (s *Service) NeedsCode(ctx context.Context) bool {
	return s.Sessions.GetInt64(ctx, codeUserKey) != 0 && time.Now().Unix() < s.Sessions.GetInt64(ctx, codeTimeKey)
}

// FinishWithCode begins the session of a user after SignIn asked for a code. The user may try again if the error is
// an *account.InvalidError or a *TooManyAttemptsError.
func (s *Service) FinishWithCode(r *http.Request, code string) error {
	ctx := r.Context()
	if !s.NeedsCode(ctx) {
		return errPasswordTooOld
	}
	user, err := s.options.Users.User(ctx, s.Sessions.GetInt64(ctx, codeUserKey))
	if err != nil {
		return err
	}
	if user.Disabled || user.Epoch != s.Sessions.GetInt(ctx, codeEpochKey) {
		return errPasswordTooOld
	}
	if err := s.checkCode(r, user, code); err != nil {
		return err
	}
	for _, key := range []string{codeUserKey, codeEpochKey, codeTimeKey} {
		s.Sessions.Remove(ctx, key)
	}
	return s.Begin(ctx, user)
}

// checkCode returns an error unless a code of a user is right, and uses up the code.
func (s *Service) checkCode(r *http.Request, user account.User, code string) error {
	client := s.options.Exposure.Client(r)
	if wait, ok := s.limits.allow(time.Now(), client, user.Name); !ok {
		s.options.Log.Warn("too many attempts at a code", "from", client)
		return &TooManyAttemptsError{wait}
	}
	secret, err := s.options.Users.SecondFactor(r.Context(), user.ID)
	if err != nil {
		return err
	}
	step, ok := stepOf(secret, code, time.Now())
	if ok {
		ok, err = s.options.Users.UseCode(r.Context(), user.ID, step)
	}
	if err != nil {
		return err
	}
	if !ok {
		s.options.Log.Warn("a code was refused", "from", client)
		return errWrongCode
	}
	s.limits.clear(client, user.Name)
	return nil
}

// stepOf returns the time step of a code; ok is false if the code is wrong.
func stepOf(secret, code string, now time.Time) (step int64, ok bool) {
	if secret == "" {
		return 0, false
	}
	current := now.Unix() / int64(totpStep/time.Second)
	options := hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}
	for step := current - totpSkew; step <= current+totpSkew; step++ {
		if valid, err := hotp.ValidateCustom(code, uint64(step), secret, options); err == nil && valid {
			return step, true
		}
	}
	return 0, false
}

// NewSecondFactor makes a secret for the viewer. The session keeps the secret until ConfirmSecondFactor.
func (s *Service) NewSecondFactor(ctx context.Context) error {
	v, _ := access.ViewerFrom(ctx)
	key, err := totp.Generate(totp.GenerateOpts{Issuer: "ojcheck", AccountName: v.Name})
	if err != nil {
		return err
	}
	s.Sessions.Put(ctx, newFactorKey, key.URL())
	return nil
}

// PendingSecret returns the secret that is being set up, in base32; "" for none.
func (s *Service) PendingSecret(ctx context.Context) string {
	key, err := otp.NewKeyFromURL(s.Sessions.GetString(ctx, newFactorKey))
	if err != nil {
		return ""
	}
	return key.Secret()
}

// PendingSecretImage returns the QR code of the secret that is being set up, as PNG; nil for none.
func (s *Service) PendingSecretImage(ctx context.Context) ([]byte, error) {
	address := s.Sessions.GetString(ctx, newFactorKey)
	if address == "" {
		return nil, nil
	}
	key, err := otp.NewKeyFromURL(address)
	if err != nil {
		return nil, err
	}
	const pixels = 240
	image, err := key.Image(pixels, pixels)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, image)
	return b.Bytes(), err
}

// ConfirmSecondFactor stores the secret that is being set up if code is right. All other sessions of the viewer end.
func (s *Service) ConfirmSecondFactor(r *http.Request, code string) error {
	ctx := r.Context()
	secret := s.PendingSecret(ctx)
	step, ok := stepOf(secret, code, time.Now())
	if !ok {
		return errWrongCode
	}
	if err := s.setSecondFactor(ctx, secret, step); err != nil {
		return err
	}
	s.Sessions.Remove(ctx, newFactorKey)
	return nil
}

// RemoveSecondFactor removes the viewer's second factor after one more code.
func (s *Service) RemoveSecondFactor(r *http.Request, code string) error {
	v, _ := access.ViewerFrom(r.Context())
	if err := s.checkCode(r, v.User, code); err != nil {
		return err
	}
	return s.setSecondFactor(r.Context(), "", 0)
}

func (s *Service) setSecondFactor(ctx context.Context, secret string, step int64) error {
	v, _ := access.ViewerFrom(ctx)
	user, err := s.options.Users.SetSecondFactor(ctx, review.Person{ID: v.ID, Name: v.Name}, v.ID, secret, step)
	if err != nil {
		return err
	}
	return s.renew(ctx, user)
}
