/**
 * Tokens and what they allow: roles on queue patterns, how tokens are stored, and the limits of
 * failed logins and of request rates. Knows neither HTTP nor the beanstalkd protocol; both use it.
 */
@NullMarked
package io.duetime.server.access;

import org.jspecify.annotations.NullMarked;
