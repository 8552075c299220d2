/**
 * Calls a server: the options that name it, requests, answers, failures and tasks; and declares the
 * commands that do nothing else.
 */
@NullMarked
package io.duetime.cli.remote;

import org.jspecify.annotations.NullMarked;
