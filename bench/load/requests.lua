-- For wrk with as many threads as connections: thread N sends the requests in FOLDER/N one after another, each once.
-- wrk ... -s requests.lua URL -- FOLDER KEY SECONDS. A line is a method, a path and a body, with tabs between them.

local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } quorate_time;
  int clock_gettime(int clock, quorate_time *time);
]]
local MONOTONIC = 1
local time = ffi.new("quorate_time")

local function now()
  ffi.C.clock_gettime(MONOTONIC, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(args)
  local key = "Bearer " .. args[2]
  requests, seconds = {}, tonumber(args[3])
  for line in io.lines(args[1] .. "/" .. number) do
    local method, path, body = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = { Authorization = key }
    if body ~= "" then
      headers["Content-Type"] = "application/json"
    end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
  answered, began, ended, statuses = 0, 0, 0, {}
end

-- wrk asks for the first request once more than it sends it, so that only an answer leads to the next one
function request()
  if answered == 0 then
    began = now()
  end
  return requests[answered + 1]
end

-- a thread ends itself after an answer: nothing is under way then
function response(status)
  answered = answered + 1
  statuses[status] = (statuses[status] or 0) + 1
  if answered == #requests or now() - began >= seconds then
    ended = now()
    wrk.thread:stop()
  end
end

local function joined(format, values)
  local parts = {}
  for key, value in pairs(values) do
    parts[#parts + 1] = string.format(format, key, value)
  end
  return table.concat(parts, ",")
end

local function of_threads()
  local parts = {}
  for _, thread in ipairs(threads) do
    local form = '{"began":%.6f,"ended":%.6f,"sent_all":%s,"statuses":{%s}}'
    local sent_all = tostring(thread:get("answered") == #thread:get("requests"))
    local statuses = joined('"%d":%d', thread:get("statuses"))
    parts[#parts + 1] = string.format(form, thread:get("began"), thread:get("ended"), sent_all, statuses)
  end
  return table.concat(parts, ",")
end

function done(summary, latency)
  local places = {}
  for _, place in ipairs({ 50, 95, 99 }) do
    places[place] = latency:percentile(place) / 1000
  end
  local form = '{"threads":[%s],"milliseconds":{%s},"errors":{%s}}\n'
  io.write(string.format(form, of_threads(), joined('"%d":%.3f', places), joined('"%s":%d', summary.errors)))
end
